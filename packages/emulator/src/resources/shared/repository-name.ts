import { customFieldError } from "../../http-error.ts";

const MAX_NAME_LENGTH = 100;

/** GitHub's message for a name that another repository of the owner has. */
export const NAME_IN_USE = "name already exists on this account";

/**
 * Replaces characters other than letters, digits, `-`, `_` and `.` by `-`, and removes a `.git` suffix.
 * @throws HttpError 422 if that isn't a valid name
 */
export function readRepositoryName(requested: string): string {
  const name = requested.replace(/[^\w.-]+/g, "-").replace(/\.git$/i, "");
  if (/^\.*$/.test(name)) throw validationError("name must not be empty or consist of dots only");
  if (name.length > MAX_NAME_LENGTH) {
    throw validationError(`name is too long (maximum is ${MAX_NAME_LENGTH} characters)`);
  }
  return name;
}

const validationError = (message: string) => customFieldError("Repository", "name", message);
