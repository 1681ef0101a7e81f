import type { Fact, World } from '../../../contract/worlds';
import type { Client } from '../client';

/** What a client sees of a fact, and what it must see for each value. */
export type Observations = { [F in Fact]: { see: (client: Client) => Promise<unknown>; expected: Record<World[F], unknown> } };
