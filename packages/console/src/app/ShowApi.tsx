import { lazy, Suspense } from "react"
import { useWords } from "../i18n/words.ts"
import { Dialog } from "../kit/Dialog.tsx"
import { Part } from "../kit/Part.tsx"
import { Skeleton } from "../kit/Skeleton.tsx"
import { shellWords } from "./shellWords.ts"

const ApiCalls = lazy(() => import("./ApiCalls.tsx"))

/** The calls that made this page, as code to take away. */
export const ShowApi = ({ onClose, open }: { readonly open: boolean; readonly onClose: () => void }) => {
  const t = useWords(shellWords)
  return (
    <Dialog open={open} onClose={onClose} title={t.showApi} place="side">
      <Part name={t.showApi}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <ApiCalls />
        </Suspense>
      </Part>
    </Dialog>
  )
}
