/**
 * A rule's result for a push: why it is violated, or null if it passes. Undefined if the emulator can't evaluate it.
 */
export type RuleFinding = string | null | undefined;
