import { useEffect } from "preact/hooks";

/**
 * Runs an effect with a signal that is aborted before its next run, and when the component is removed.
 * @param inputs the effect runs again when one of them changes
 * @param useHook `useLayoutEffect` runs it before the page is painted
 */
export function useSignalEffect(
  run: (signal: AbortSignal) => void,
  inputs: readonly unknown[],
  useHook: typeof useEffect = useEffect,
): void {
  useHook(() => {
    const controller = new AbortController();
    run(controller.signal);
    return () => controller.abort();
  }, inputs);
}
