import "./Kbd.css"

/** Keys to press. */
export const Kbd = ({ children }: { readonly children: string }) => (
  <kbd className="kbd" aria-hidden>
    {children}
  </kbd>
)
