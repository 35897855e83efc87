/** The longest delay of a JavaScript timer, in milliseconds; a longer one fires immediately. */
export const MAX_TIMER_DELAY = 2 ** 31 - 1;
