import { configure } from '@testing-library/react';

// What a test waits for in jsdom comes late on a busy machine; no test asserts a time.
configure({ asyncUtilTimeout: 60_000 });
