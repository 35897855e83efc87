/** Calls that bulk work has under way: as many as the client sends at the same time, and one that waits behind them. */
export const CONCURRENT_CALLS = 12;
