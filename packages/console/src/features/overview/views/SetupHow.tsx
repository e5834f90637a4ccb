import { useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { CodeBlock } from "../../../kit/CodeBlock.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { configuration } from "../../../session/configuration.ts"
import type { SetupStep } from "../setup.ts"
import { setupCalls, setupCode } from "../setupCalls.ts"
import { setupWords } from "../setupWords.ts"

/** How a step is done that has no page of its own: the call, ready to take away. */
export const SetupHow = ({ step }: { readonly step: SetupStep }) => {
  const t = useWords(setupWords)
  const [open, setOpen] = useState(false)
  const call = setupCalls[step]
  if (call === undefined) return null
  const { curl, typescript } = setupCode(call, configuration.apiUrl)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" kind="quiet" onPress={() => setOpen(true)}>
        {t.api}
        <span className="visually-hidden">{`: ${t[step]}`}</span>
      </Button>
      <Dialog open={open} onClose={close} title={t[step]}>
        <div className="setup-how">
          <p className="text-2">{t[`${step}Hint`]}</p>
          <CodeBlock name="TypeScript" text={typescript} />
          <CodeBlock name="curl" text={curl} />
          <p className="text-3 text-small">{call.path.includes("$APP") ? t.apiApp : t.apiToken}</p>
        </div>
      </Dialog>
    </>
  )
}
