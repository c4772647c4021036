import type { EmailLinkState } from '#contract/emailLinks.ts'
import type { IconName } from '#web/components/icons/iconNames.ts'

export interface LinkTexts {
  icon: IconName
  title: string
  text: (link: EmailLinkState) => string
  /** Follows if the link replaces the password. */
  operatorText?: string
}

/** The texts of the page for each kind and state of a link. */
export const emailLinkTexts: Record<EmailLinkState['kind'], Record<EmailLinkState['state'], LinkTexts>> = {
  confirm: {
    open: {
      icon: 'badge-check',
      title: 'Confirm your email address',
      text: ({ email, name, companyName }) =>
        `This confirms that ${email} belongs to ${name} at ${companyName}. If you do not know this company, close this page.`,
      operatorText:
        'Because you run this server, the account is then signed out on all devices, and you choose a new password.',
    },
    done: {
      icon: 'circle-check',
      title: 'Your email address is confirmed',
      text: ({ email, name, companyName }) => `${email} belongs to ${name} at ${companyName}.`,
      operatorText:
        'Because you run this server, the account is now signed out on all devices. Choose a new password, so that nobody else knows it.',
    },
    expired: {
      icon: 'clock',
      title: 'This link has expired',
      text: ({ companyName }) => `Sign in to ${companyName} to get a new one: use “Send again” at the top of any page.`,
    },
    claimed: {
      icon: 'ban',
      title: 'This address belongs to another account',
      text: ({ email, companyName }) =>
        `Someone has already confirmed ${email} for another account. Sign in to ${companyName} and enter a different address in your profile.`,
    },
  },
  revert: {
    open: {
      icon: 'undo-2',
      title: 'Restore your old email address',
      text: ({ email, name, companyName }) =>
        `The account of ${name} at ${companyName} gets the address ${email} back and is signed out on all devices. You can then choose a new password.`,
    },
    done: {
      icon: 'circle-check',
      title: 'Your old email address is restored',
      text: ({ email, companyName }) =>
        `Your account at ${companyName} has the address ${email} again and is signed out on all devices. Choose a new password now, because someone else may know the current one.`,
    },
    expired: {
      icon: 'clock',
      title: 'This link has expired',
      text: ({ companyName }) =>
        `An address can only be changed back within seven days. If you did not change it yourself, ask an owner of ${companyName} for help.`,
    },
    claimed: {
      icon: 'ban',
      title: 'This address belongs to another account',
      text: ({ email, companyName }) =>
        `Someone has confirmed ${email} for another account since then. Ask an owner of ${companyName} for help.`,
    },
  },
}
