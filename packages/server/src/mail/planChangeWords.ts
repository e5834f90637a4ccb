import { PlanName } from "@fleet/domain/Plans"
import { Schema } from "effect"

/** What a mail about a change of plan says. `at`: when it happens, a UTC date; null where it happens at once. */
export const PlanMail = Schema.Struct({ target: PlanName, at: Schema.NullOr(Schema.String), by: Schema.String })
export type PlanMail = typeof PlanMail.Type

interface Given {
  readonly org: string
  readonly plan?: PlanMail | null
}

const label = ({ plan }: Given) => {
  const target = plan?.target ?? "basic"
  return target.slice(0, 1).toUpperCase() + target.slice(1)
}

const english = ({ plan }: Given) => (plan?.at == null ? "shortly" : `on ${plan.at}`)
const german = ({ plan }: Given) => (plan?.at == null ? "in Kürze" : `am ${plan.at}`)

/** The words of mails to Owners about a change to a lower plan. */
export const planChangeWords = {
  en: {
    plan_change_chosen: (given: Given) => ({
      subject: `${given.org} moves to the plan ${label(given)}`,
      heading: `Your plan becomes ${label(given)} ${english(given)}`,
      paragraphs: [
        `${given.plan?.by} chose the plan ${label(given)} for ${given.org}. The change happens ${english(given)}; until then everything stays as it is.`,
        "What was not chosen to stay, and is more than the plan includes, is deleted then."
      ],
      notes: [
        "You get this mail because you are an Owner. Until the change happens it can be withdrawn in the console."
      ]
    }),
    plan_change_withdrawn: (given: Given) => ({
      subject: `${given.org} keeps its plan`,
      heading: "The change of your plan was withdrawn",
      paragraphs: [
        `${given.plan?.by} withdrew the change of ${given.org} to the plan ${label(given)}. Nothing changes.`
      ],
      notes: ["You get this mail because you are an Owner."]
    }),
    plan_change_applied: (given: Given) => ({
      subject: `${given.org} is on the plan ${label(given)}`,
      heading: `Your plan is ${label(given)} now`,
      paragraphs: [
        `The change of ${given.org} to the plan ${label(given)} has happened.`,
        "What was not chosen to stay, and is more than the plan includes, is being deleted."
      ],
      notes: ["You get this mail because you are an Owner."]
    }),
    plan_change_over: (given: Given) => ({
      subject: `${given.org} uses more than the plan ${label(given)} includes`,
      heading: `Your plan is ${label(given)} now`,
      paragraphs: [
        `The change of ${given.org} to the plan ${label(given)} has happened, and ${given.org} uses more than the plan includes.`,
        "Nothing was deleted. Nothing more can be added of what is over the limit."
      ],
      notes: ["You get this mail because you are an Owner."]
    })
  },
  de: {
    plan_change_chosen: (given: Given) => ({
      subject: `${given.org} wechselt zum Tarif ${label(given)}`,
      heading: `Ihr Tarif wird ${german(given)} ${label(given)}`,
      paragraphs: [
        `${given.plan?.by} hat für ${given.org} den Tarif ${label(given)} gewählt. Der Wechsel geschieht ${german(given)}; bis dahin bleibt alles, wie es ist.`,
        "Was nicht zum Bleiben gewählt wurde und über den Tarif hinausgeht, wird dann gelöscht."
      ],
      notes: ["Sie erhalten diese E-Mail als Owner. Bis zum Wechsel kann er in der Konsole zurückgenommen werden."]
    }),
    plan_change_withdrawn: (given: Given) => ({
      subject: `${given.org} behält den Tarif`,
      heading: "Der Wechsel Ihres Tarifs wurde zurückgenommen",
      paragraphs: [
        `${given.plan?.by} hat den Wechsel von ${given.org} zum Tarif ${label(given)} zurückgenommen. Es ändert sich nichts.`
      ],
      notes: ["Sie erhalten diese E-Mail als Owner."]
    }),
    plan_change_applied: (given: Given) => ({
      subject: `${given.org} hat den Tarif ${label(given)}`,
      heading: `Ihr Tarif ist jetzt ${label(given)}`,
      paragraphs: [
        `${given.org} ist zum Tarif ${label(given)} gewechselt.`,
        "Was nicht zum Bleiben gewählt wurde und über den Tarif hinausgeht, wird jetzt gelöscht."
      ],
      notes: ["Sie erhalten diese E-Mail als Owner."]
    }),
    plan_change_over: (given: Given) => ({
      subject: `${given.org} nutzt mehr, als der Tarif ${label(given)} enthält`,
      heading: `Ihr Tarif ist jetzt ${label(given)}`,
      paragraphs: [
        `${given.org} ist zum Tarif ${label(given)} gewechselt und nutzt mehr, als der Tarif enthält.`,
        "Es wurde nichts gelöscht. Was über der Grenze liegt, kann nicht weiter wachsen."
      ],
      notes: ["Sie erhalten diese E-Mail als Owner."]
    })
  }
} as const
