// The texts of which the engine level tries a sixth at each run.
process.env.HELPDESK_TEXTS = 'all';
require('../engine/node/linearTime.test');
