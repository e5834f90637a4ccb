import { useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { TextField } from "../../../kit/TextField.tsx"
import { columnsOf } from "../columns.ts"
import { columnWords } from "../columnWords.ts"

/** Which slugs have a column of live values. */
const Columns = ({
  columns,
  onChange,
  onClose
}: {
  readonly columns: ReadonlyArray<string>
  readonly onChange: (columns: ReadonlyArray<string>) => void
  readonly onClose: () => void
}) => {
  const t = useWords(columnWords)
  const [typed, setTyped] = useState(columns.join(", "))
  const apply = () => {
    onChange(columnsOf(typed))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.columns}
      acts={
        <Button kind="primary" onPress={apply}>
          {t.apply}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <TextField
          label={t.columnLive}
          hint={t.columnHint}
          value={typed}
          onChange={setTyped}
          placeholder="battery, temperature"
          mono
        />
      </form>
    </Dialog>
  )
}

export default Columns
