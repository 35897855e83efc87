/** Identifies an account by its host and login. */
export interface AccountRef {
  readonly origin: string;
  readonly login: string;
}

/** Visible ASCII without slashes. Other characters could be invisible, reorder a text, or look like another login. */
const LOGIN = /^[!-.0-~]{1,100}$/;

/** Whether a text can be a login. Logins identify accounts in settings files and messages. */
export const isLogin = (text: string): boolean => LOGIN.test(text);
