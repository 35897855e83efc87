/** ID of the extension in Firefox and its store. Must never change, because stored data and updates depend on it. */
export const FIREFOX_ID = "@forgehand";

/** Manifest entries for Firefox only. */
export const FIREFOX_SETTINGS = {
  gecko: {
    id: FIREFOX_ID,
    // First version that supports `data_collection_permissions`.
    strict_min_version: "140.0",
    // Data is only sent to the user's own GitHub host.
    data_collection_permissions: { required: ["none"] },
  },
  // Offers the extension in Firefox for Android; the first version there that supports the same field.
  gecko_android: { strict_min_version: "142.0" },
};
