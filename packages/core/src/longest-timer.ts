/** Milliseconds: a timer that is to run for longer runs out at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
