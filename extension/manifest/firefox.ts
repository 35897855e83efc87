/** The name under which Firefox and its store know the extension. It must never change: what people keep hangs on it. */
export const FIREFOX_ID = "@forgehand";

/** What the manifest says to Firefox alone. */
export const FIREFOX_SETTINGS = {
  gecko: {
    id: FIREFOX_ID,
    // The first that tells people by itself what data an extension collects, as the last line says it.
    strict_min_version: "140.0",
    // Nothing goes anywhere but to the person's own forge.
    data_collection_permissions: { required: ["none"] },
  },
};
