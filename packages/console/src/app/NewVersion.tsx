import { useWords } from "../i18n/words.ts"
import { Button } from "../kit/Button.tsx"
import { Note } from "../kit/Note.tsx"
import { useNewVersion } from "../session/newVersion.ts"
import { shellWords } from "./shellWords.ts"

/** Above the page once the console was built anew: an offer, since somebody may be typing or driving. */
export const NewVersion = () => {
  const t = useWords(shellWords)
  return (
    <div className="link-strip" role="status">
      {useNewVersion() ? (
        <Note
          acts={
            <Button size="small" onPress={() => location.reload()}>
              {t.reload}
            </Button>
          }
        >
          {t.newVersion}
        </Note>
      ) : null}
    </div>
  )
}
