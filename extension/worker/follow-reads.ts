/**
 * The browser's `fetch`, which hides from whoever sends a call where the service sends it on. What only reads is sent on
 * by the browser itself, which leaves the token behind where that is another host; what comes from there is no answer.
 * What changes something goes nowhere that it wasn't sent.
 */
export const followReads: typeof fetch = async (target, init) => {
  if (init?.method !== "GET") return fetch(target, init);
  const response = await fetch(target, { ...init, redirect: "follow" });
  const asked = target instanceof Request ? target.url : target;
  return new URL(response.url).origin === new URL(asked).origin ? response : Response.error();
};
