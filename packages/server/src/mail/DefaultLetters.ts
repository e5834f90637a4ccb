import type { PlanNotice } from "@fleet/domain/PlanNotices"
import type { Letter } from "./Letter.ts"
import type { Locale } from "../platform/i18n/Locale.ts"
import type { MailKind } from "./MailContents.ts"
import { oneLine } from "./oneLine.ts"
import { planNoticeWords } from "./planNoticeWords.ts"
import { planChangeWords, type PlanMail } from "./planChangeWords.ts"

/** The values in a default mail. */
export interface Facts {
  /** The app's name; the platform's where it is the platform's own mail. */
  readonly sender: string
  readonly org: string
  readonly name: string | null
  readonly role: string | null
  readonly link: string | null
  readonly code: string | null
  readonly notice: PlanNotice | null
  readonly plan?: PlanMail | null
}

/** How long the link or code of a mail is valid. */
export const validity: Readonly<Record<MailKind, { readonly hours: number | null; readonly minutes: number | null }>> =
  {
    invite: { hours: 168, minutes: null },
    verify: { hours: 24, minutes: null },
    reset: { hours: 1, minutes: null },
    login_code: { hours: null, minutes: 10 },
    password_lost: { hours: 1, minutes: null },
    team_invitation: { hours: 168, minutes: null },
    portal_code: { hours: null, minutes: 10 },
    plan_notice: { hours: null, minutes: null },
    plan_change_chosen: { hours: null, minutes: null },
    plan_change_withdrawn: { hours: null, minutes: null },
    plan_change_applied: { hours: null, minutes: null },
    plan_change_over: { hours: null, minutes: null }
  }

interface Words {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: ReadonlyArray<string>
  /** The label of the link's button. */
  readonly button?: string
  readonly notes: ReadonlyArray<string>
}

type Catalogue = Readonly<Record<MailKind, (facts: Facts) => Words>>

// A self-chosen name is not sent to an address that has not been verified.
const english: Catalogue = {
  invite: ({ name, org, role, sender }) => ({
    subject: `You are invited to ${sender}`,
    heading: name === null ? "You are invited" : `You are invited, ${name}`,
    paragraphs: [
      role === null ? `${org} invites you to ${sender}.` : `${org} invites you to ${sender}, in the role "${role}".`,
      "Accept the invitation to set up your account."
    ],
    button: "Accept the invitation",
    notes: ["The link works once, within 7 days.", "If you did not expect this invitation, ignore this mail."]
  }),
  verify: ({ sender }) => ({
    subject: `Confirm your e-mail address for ${sender}`,
    heading: "Confirm your e-mail address",
    paragraphs: [`Somebody registered at ${sender} with this address. If it was you, confirm that it is yours.`],
    button: "Confirm the address",
    notes: ["The link works once, within 24 hours.", "If it was not you, ignore this mail: no account becomes active."]
  }),
  reset: ({ sender }) => ({
    subject: `Set a new password for ${sender}`,
    heading: "Set a new password",
    paragraphs: [`A new password was requested for your account at ${sender}.`],
    button: "Set a new password",
    notes: [
      "The link works once, within one hour.",
      "If it was not you, ignore this mail: your password stays as it is."
    ]
  }),
  login_code: ({ sender }) => ({
    subject: `Your sign-in code for ${sender}`,
    heading: "Your sign-in code",
    paragraphs: [`Enter this code to sign in to ${sender}:`],
    notes: [
      "The code works once, within 10 minutes.",
      "Nobody will ever ask you for it. If you did not request it, ignore this mail."
    ]
  }),
  password_lost: ({ sender }) => ({
    subject: `Your password for ${sender} must be set anew`,
    heading: "Set a new password",
    paragraphs: [
      `You signed in to ${sender} with a code, and so proved that this address is yours.`,
      "The password that was chosen when the account was registered no longer works: somebody else could have chosen it. Set a new one, or go on signing in with codes."
    ],
    button: "Set a new password",
    notes: [
      "The link works once, within one hour. After that, ask for another one on the sign-in page.",
      "If it was not you who signed in, somebody else reads your mail: change the password of your mailbox."
    ]
  }),
  team_invitation: ({ name, org, sender }) => ({
    subject: `Join ${org} on ${sender}`,
    heading: name === null ? `Join ${org}` : `Join ${org}, ${name}`,
    paragraphs: [`You are invited to the team of ${org} on ${sender}.`],
    button: "Join the team",
    notes: ["The link works once, within 7 days.", "If you did not expect this invitation, ignore this mail."]
  }),
  portal_code: ({ sender }) => ({
    subject: `Your sign-in code for ${sender}`,
    heading: "Your sign-in code",
    paragraphs: [`Enter this code to sign in to ${sender}:`],
    notes: [
      "The code works once, within 10 minutes.",
      "Nobody will ever ask you for it. If you did not request it, ignore this mail."
    ]
  }),
  plan_notice: planNoticeWords.en,
  ...planChangeWords.en
}

const german: Catalogue = {
  invite: ({ name, org, role, sender }) => ({
    subject: `Einladung zu ${sender}`,
    heading: name === null ? "Sie sind eingeladen" : `Sie sind eingeladen, ${name}`,
    paragraphs: [
      role === null
        ? `${org} lädt Sie zu ${sender} ein.`
        : `${org} lädt Sie zu ${sender} ein, mit der Rolle „${role}“.`,
      "Nehmen Sie die Einladung an, um Ihr Konto einzurichten."
    ],
    button: "Einladung annehmen",
    notes: [
      "Der Link gilt einmal und 7 Tage lang.",
      "Wenn Sie diese Einladung nicht erwartet haben, brauchen Sie nichts zu tun."
    ]
  }),
  verify: ({ sender }) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${sender}`,
    heading: "Bestätigen Sie Ihre E-Mail-Adresse",
    paragraphs: [
      `Mit dieser Adresse wurde ein Konto bei ${sender} angelegt. Wenn Sie das waren, bestätigen Sie bitte, dass die Adresse Ihnen gehört.`
    ],
    button: "Adresse bestätigen",
    notes: [
      "Der Link gilt einmal und 24 Stunden lang.",
      "Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Das Konto wird nicht aktiv."
    ]
  }),
  reset: ({ sender }) => ({
    subject: `Neues Passwort für ${sender}`,
    heading: "Neues Passwort festlegen",
    paragraphs: [`Für Ihr Konto bei ${sender} wurde ein neues Passwort angefordert.`],
    button: "Neues Passwort festlegen",
    notes: [
      "Der Link gilt einmal und eine Stunde lang.",
      "Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist."
    ]
  }),
  login_code: ({ sender }) => ({
    subject: `Ihr Anmeldecode für ${sender}`,
    heading: "Ihr Anmeldecode",
    paragraphs: [`Geben Sie diesen Code ein, um sich bei ${sender} anzumelden:`],
    notes: [
      "Der Code gilt einmal und 10 Minuten lang.",
      "Niemand wird Sie je danach fragen. Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun."
    ]
  }),
  password_lost: ({ sender }) => ({
    subject: `Ihr Passwort für ${sender} muss neu festgelegt werden`,
    heading: "Neues Passwort festlegen",
    paragraphs: [
      `Sie haben sich bei ${sender} mit einem Code angemeldet und damit bestätigt, dass diese Adresse Ihnen gehört.`,
      "Das Passwort, das beim Anlegen des Kontos gewählt wurde, gilt nicht mehr: Jemand anderes könnte es gewählt haben. Legen Sie ein neues fest, oder melden Sie sich weiter mit Codes an."
    ],
    button: "Neues Passwort festlegen",
    notes: [
      "Der Link gilt einmal und eine Stunde lang. Danach fordern Sie auf der Anmeldeseite einen neuen an.",
      "Wenn nicht Sie sich angemeldet haben, liest jemand anderes Ihre E-Mails: Ändern Sie das Passwort Ihres Postfachs."
    ]
  }),
  team_invitation: ({ name, org, sender }) => ({
    subject: `Einladung in das Team von ${org} bei ${sender}`,
    heading: name === null ? `Willkommen bei ${org}` : `Willkommen bei ${org}, ${name}`,
    paragraphs: [`Sie sind in das Team von ${org} bei ${sender} eingeladen.`],
    button: "Dem Team beitreten",
    notes: [
      "Der Link gilt einmal und 7 Tage lang.",
      "Wenn Sie diese Einladung nicht erwartet haben, brauchen Sie nichts zu tun."
    ]
  }),
  portal_code: ({ sender }) => ({
    subject: `Ihr Anmeldecode für ${sender}`,
    heading: "Ihr Anmeldecode",
    paragraphs: [`Geben Sie diesen Code ein, um sich bei ${sender} anzumelden:`],
    notes: [
      "Der Code gilt einmal und 10 Minuten lang.",
      "Niemand wird Sie je danach fragen. Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun."
    ]
  }),
  plan_notice: planNoticeWords.de,
  ...planChangeWords.de
}

const catalogues: Readonly<Record<Locale, Catalogue>> = { en: english, de: german }

const named = (name: string | null): string | null => (name === null ? null : oneLine(name))

/** The platform's own words for a mail. A name is part of a line, and can begin none of its own. */
export const defaultLetter = (kind: MailKind, locale: Locale, given: Facts): Letter => {
  const names = {
    sender: oneLine(given.sender),
    org: oneLine(given.org),
    name: named(given.name),
    role: named(given.role)
  }
  const facts = { ...given, ...names }
  const { button, ...words } = catalogues[locale][kind](facts)
  return {
    ...words,
    locale,
    sender: facts.sender,
    code: facts.code,
    button: button === undefined || facts.link === null ? null : { label: button, href: facts.link }
  }
}
