/** Identifies an account by its host and login. */
export interface AccountRef {
  readonly origin: string;
  readonly login: string;
}
