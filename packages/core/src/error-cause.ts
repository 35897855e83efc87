import { isForgeError } from "./errors.ts";
import { copyError } from "./internal/copy-error.ts";

/** The cause for an error of this package: an error of another library is copied, because it can refer to secrets. */
export const errorCause = (error: unknown): Error => (isForgeError(error) ? error : copyError(error));
