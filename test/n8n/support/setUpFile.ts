// Against a hang. A machine may do many other things at the same time, so nothing else bounds the waits of these tests.
jest.setTimeout(1_800_000);
