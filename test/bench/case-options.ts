/** Options of a measured case. */
export interface CaseOptions {
  /** Measure only figures that can be checked on any machine, in fewer rounds. */
  readonly isQuick: boolean;
  /** Called with a description of each step. */
  readonly onProgress: (step: string) => void;
}
