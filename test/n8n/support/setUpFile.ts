// Only guards against a hang. A busy machine may be slow, so these tests have no other time limit.
jest.setTimeout(1_800_000);
