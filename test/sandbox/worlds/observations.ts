import { listObservations } from './listObservations';
import type { Observations } from './observation';
import { recordObservations } from './recordObservations';

/** One for every value of every fact: the compiler misses what is not there. */
export const observations: Observations = { ...listObservations, ...recordObservations };
