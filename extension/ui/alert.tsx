/** Says what went wrong; nothing while there is no problem. */
export function Alert({ text }: { readonly text: string | undefined }) {
  if (!text) return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
