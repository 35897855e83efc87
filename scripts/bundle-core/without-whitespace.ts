import { minifySync } from "rolldown/utils";

/**
 * Prints code without white space and comments, and otherwise unchanged.
 * @throws Error if the code is invalid
 */
export function withoutWhitespace(file: string, code: string): string {
  const { code: printed, errors } = minifySync(file, code, {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: true },
  });
  if (errors.length > 0) throw new Error(`${file} is invalid: ${JSON.stringify(errors)}`);
  return printed;
}
