/**
 * Passes a stream through and calls back once it ends, fails or is cancelled.
 * @param describeError turns the platform's error into the one that the reader gets
 */
export function onStreamEnd(
  stream: ReadableStream<Uint8Array>,
  callback: () => void,
  describeError: (error: unknown) => Promise<unknown>,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(await describeError(error));
        }
        callback();
      },
      cancel(reason) {
        callback();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
