// The package has no types.
declare module "@semantic-release/github" {
  interface SemanticReleaseCommit {
    readonly hash: string;
    readonly message: string;
  }

  /** The facts about a release that a step gets. */
  export interface SemanticReleaseContext {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly options: { readonly repositoryUrl: string };
    readonly branch: { readonly name: string; readonly type: string; readonly main: boolean };
    readonly nextRelease: {
      readonly name: string;
      readonly version: string;
      readonly gitTag: string;
      readonly notes: string;
      readonly channel?: string;
    };
    readonly commits: readonly SemanticReleaseCommit[];
    readonly releases: readonly SemanticReleaseResult[];
    readonly errors: readonly Error[];
    readonly logger: Readonly<Record<"log" | "warn" | "error", (...values: unknown[]) => void>>;
  }

  export interface SemanticReleaseResult {
    readonly name: string;
    readonly url: string;
    readonly id?: number;
  }

  type Step<R> = (config: object, context: SemanticReleaseContext, deps: { readonly Octokit: unknown }) => Promise<R>;

  export const verifyConditions: Step<void>;
  export const publish: Step<SemanticReleaseResult>;
  export const addChannel: Step<SemanticReleaseResult>;
  export const success: Step<void>;
  export const fail: Step<void>;
}
