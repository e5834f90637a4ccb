import { useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Columns3 } from "../../../kit/icons.ts"
import { TextField } from "../../../kit/TextField.tsx"
import { columnsOf } from "../columns.ts"
import { words } from "../words.ts"

/** Which slugs have a column of live values. */
export const Columns = ({
  columns,
  onChange
}: {
  readonly columns: ReadonlyArray<string>
  readonly onChange: (columns: ReadonlyArray<string>) => void
}) => {
  const t = useWords(words)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState("")
  return (
    <>
      <Button
        icon={Columns3}
        onPress={() => {
          setTyped(columns.join(", "))
          setOpen(true)
        }}
      >
        {t.columns}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t.columns}
        acts={
          <Button
            kind="primary"
            onPress={() => {
              onChange(columnsOf(typed))
              setOpen(false)
            }}
          >
            {t.apply}
          </Button>
        }
      >
        <TextField
          label={t.columnLive}
          hint={t.columnHint}
          value={typed}
          onChange={setTyped}
          placeholder="battery, temperature"
          mono
        />
      </Dialog>
    </>
  )
}
