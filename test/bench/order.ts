/** How a case is to be measured. */
export interface Order {
  /** Only what can be judged on any machine, in fewer rounds. */
  readonly isQuick: boolean;
  /** Is told how far the case is. */
  readonly tell: (step: string) => void;
}
