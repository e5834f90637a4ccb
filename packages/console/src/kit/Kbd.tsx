import "./Kbd.css"
import { isSingle, useSingleKeys } from "../commands/singleKeys.ts"

/** Keys to press. Nothing where single keys are switched off and it is one. */
export const Kbd = ({ children }: { readonly children: string }) => {
  const hasSingle = useSingleKeys()
  return hasSingle || !isSingle(children) ? (
    <kbd className="kbd" aria-hidden>
      {children}
    </kbd>
  ) : null
}
