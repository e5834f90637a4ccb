import { useWords } from "../i18n/words.ts"
import { buttonClass, type ButtonProps } from "../kit/Button.tsx"
import { sessionWords } from "./sessionWords.ts"

/** Signs in again in another window: this page stays as it is, with what was typed on it, and goes on from there. */
export const SignInElsewhere = (props: Pick<ButtonProps, "kind" | "size">) => {
  const t = useWords(sessionWords)
  // The other window asks for the sign-in by itself. A link is opened by every browser; a window of a script is not.
  return (
    <a className={buttonClass(props)} href="/" target="_blank" rel="noopener noreferrer">
      {t.elsewhere}
    </a>
  )
}
