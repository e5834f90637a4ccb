import { useWords } from "../../../i18n/words.ts"
import { Card } from "../../../kit/Card.tsx"
import { Tree } from "../../../kit/Tree.tsx"
import { useDerived, useSlot } from "../../../live/useSlot.ts"
import { fleet } from "../../../session/client.ts"
import { liveWords } from "../words.ts"

const textOf = (value: unknown) => JSON.stringify(value) ?? ""

/** What people wrote down about the robot. */
export const DetailsCard = ({ robotId }: { readonly robotId: string }) => {
  const t = useWords(liveWords)
  const slot = useSlot(fleet, robotId, "robot_details")
  const text = useDerived(slot, textOf)
  const details: unknown = text === "" ? {} : JSON.parse(text)
  if (typeof details !== "object" || details === null || Object.keys(details).length === 0) return null
  return (
    <Card title={t.details} kind={t.builtIn}>
      <Tree name={t.details} value={details} openTo={2} />
    </Card>
  )
}
