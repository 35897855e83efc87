import { observePointerIn } from "./pointer-history.ts";
import { sharedGlobal } from "./shared-global.ts";

/** A shadow root of the extension on a page. */
interface OwnRoot {
  readonly root: ShadowRoot;
  readonly isCurrent: () => boolean;
}

declare global {
  /** The extension's shadow roots by their hosts. All content scripts of the extension share this object. */
  var forgehandRoots: WeakMap<Element, OwnRoot> | undefined;
}

/**
 * Attaches a shadow root. It keeps the page's styles out, but not its scripts, which can reach and change everything in
 * it. So no handler trusts the contents, or an event that the user did not cause. An open root lets the user's own
 * scripts and assistive tools find the controls.
 * @param isCurrent whether the root still belongs to the content around it; checked before each user input is handled
 */
export function attachOwnRoot(host: Element, isCurrent: () => boolean = () => true): ShadowRoot {
  const root = host.attachShadow({ mode: "open" });
  const roots = sharedGlobal("forgehandRoots") ?? new WeakMap<Element, OwnRoot>();
  observePointerIn(root);
  globalThis.forgehandRoots = roots.set(host, { root, isCurrent });
  return root;
}

/** Returns the extension's shadow root of an element; undefined if the element is part of the page. */
export function ownRootOf(host: Element): ShadowRoot | undefined {
  return sharedGlobal("forgehandRoots")?.get(host)?.root;
}

/** Whether an element can act: it is where the extension drew it, and that place still shows the same content. */
export function isInCurrentRoot(element: Node): boolean {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return root === document && isExtensionPage();
  const own = sharedGlobal("forgehandRoots")?.get(root.host);
  return own?.root === root && own.isCurrent();
}

/** The element that an event of the focused element is about. Outside of the extension's own elements, it is their host. */
export function focusedBy(event: Event): EventTarget | null | undefined {
  const [target] = event.composedPath();
  const ownRoot = target instanceof Element ? ownRootOf(target) : undefined;
  return ownRoot ? ownRoot.activeElement : target;
}

export function isExtensionPage(): boolean {
  return !/^https?:$/.test(location.protocol);
}
