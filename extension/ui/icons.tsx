/** A star, outlined or filled. */
export function StarIcon({ filled }: { readonly filled: boolean }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" class={filled ? "filled" : "outlined"}>
      <path d="M8 1.6 9.9 5.7l4.5.5-3.4 3 1 4.4L8 11.4l-4 2.2 1-4.4-3.4-3 4.5-.5z" />
    </svg>
  );
}

/** An eye; crossed out for ignoring. */
export function EyeIcon({ off }: { readonly off: boolean }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" class="outlined">
      <path d="M1.2 8S3.6 3.4 8 3.4 14.8 8 14.8 8 12.4 12.6 8 12.6 1.2 8 1.2 8z" />
      <circle cx="8" cy="8" r="2" />
      {off && <path d="M2.5 13.5 13.5 2.5" />}
    </svg>
  );
}
