import { useState } from "react"
import { useWords } from "../i18n/words.ts"
import { Button } from "./Button.tsx"
import { Check, Copy } from "./icons.ts"
import { kitWords } from "./kitWords.ts"

/** Puts a text on the clipboard, and says so. */
export const CopyButton = ({ label, text }: { readonly text: string; readonly label?: string }) => {
  const t = useWords(kitWords)
  const [copied, setCopied] = useState(false)
  return (
    <Button
      kind="quiet"
      size="small"
      icon={copied ? Check : Copy}
      iconOnly={label === undefined}
      onPress={() => {
        void navigator.clipboard.writeText(text).then(() => {
          setCopied(true)
          setTimeout(() => setCopied(false), 1500)
        })
      }}
    >
      {copied ? t.copied : (label ?? t.copy)}
    </Button>
  )
}
