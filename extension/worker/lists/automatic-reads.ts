/** Number of repositories that are read one by one without being asked to: as many as one page of a list. */
export const AUTOMATIC_READS = 100;
