/** Reads the path to continue at after a form was sent. Only paths of the emulator are accepted. */
export function readReturnPath(address: unknown): string | undefined {
  return typeof address === "string" && /^\/(?![/\\])[^\\\s]*$/.test(address) ? address : undefined;
}
