import { describeLinearTime } from '../engine/node/support/linearTime';

// All the texts of which the engine level tries a sixth at each run.
describeLinearTime();
