/**
 * The browser's `fetch`, which hides redirects from its caller. For GET requests the browser follows redirects itself
 * and drops the token on other hosts; a response from another host is an error. Other requests are never redirected.
 */
export const followReadRedirects: typeof fetch = async (target, init) => {
  if (init?.method !== "GET") return fetch(target, init);
  const response = await fetch(target, { ...init, redirect: "follow" });
  const requestUrl = target instanceof Request ? target.url : target;
  return new URL(response.url).origin === new URL(requestUrl).origin ? response : Response.error();
};
