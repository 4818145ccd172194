import { configure } from '@testing-library/react';

// Updates in jsdom arrive late on a busy machine; no test asserts a time.
configure({ asyncUtilTimeout: 60_000 });
