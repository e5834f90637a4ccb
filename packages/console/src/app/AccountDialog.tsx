import { lazy, Suspense } from "react"
import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Dialog } from "../kit/Dialog.tsx"
import { LogOut } from "../kit/icons.ts"
import { Part } from "../kit/Part.tsx"
import { Skeleton } from "../kit/Skeleton.tsx"
import { signOut } from "../session/useSession.ts"
import { shellWords } from "./shellWords.ts"

const Account = lazy(() => import("./Account.tsx"))

/** The account and the preferences of this device. Signing out needs no other file. */
export const AccountDialog = ({ onClose, open }: { readonly open: boolean; readonly onClose: () => void }) => {
  const t = useWords(shellWords)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.account}
      acts={
        <Button icon={LogOut} onPress={() => void signOut()}>
          {t.signOut}
        </Button>
      }
    >
      <Part name={t.account}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <Account />
        </Suspense>
      </Part>
    </Dialog>
  )
}
