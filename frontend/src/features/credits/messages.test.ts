import { readFileSync } from 'node:fs'
import { createIntl } from 'react-intl'
import { describe, expect, it } from 'vitest'
import { wordsOf } from './messages'
import type { CreditTransaction } from './model/credits'
import { historyFile } from './ui/history-file'

const intlOf = (locale: string) => {
  const messages: Record<string, string> = JSON.parse(readFileSync(`src/shared/i18n/messages/${locale}.json`, 'utf8'))
  return createIntl({ locale, messages })
}

const transaction = (fields: Partial<CreditTransaction>): CreditTransaction => ({
  id: '1',
  amount: -1,
  transactionType: 'USAGE',
  kind: 'USAGE',
  description: 'In plain English.',
  balanceAfter: 9,
  metadata: '{}',
  createdAt: '2026-11-22T12:00:00.000Z',
  holdState: null,
  recipeId: null,
  conversationId: null,
  ...fields,
})

const WHY = '{"reason":"gracias","who":"a-sub"}'

describe('the text of a history line', () => {
  it.each<[Partial<CreditTransaction>, string, string, string]>([
    [{ kind: 'PURCHASE' }, 'Purchase', 'Compra', 'Achat'],
    [{ kind: 'PROMOTION' }, 'Welcome credits', 'Créditos de bienvenida', 'Crédits de bienvenue'],
    [
      { kind: 'ADJUSTMENT_IN', metadata: WHY },
      'Added by the Zest team: gracias',
      'Añadidos por el equipo de Zest: gracias',
      'Ajoutés par l’équipe Zest : gracias',
    ],
    [
      { kind: 'ADJUSTMENT_OUT' },
      'Removed by the Zest team',
      'Retirados por el equipo de Zest',
      'Retirés par l’équipe Zest',
    ],
    [
      { holdState: 'HELD' },
      'On hold for a running import',
      'Reservado para una importación en curso',
      'Réservé pour un import en cours',
    ],
    [{ holdState: 'SETTLED' }, 'Used for an import', 'Usado para una importación', 'Utilisé pour un import'],
    [
      { holdState: 'RELEASED' },
      'On hold for an import, then refunded',
      'Reservado para una importación y devuelto',
      'Réservé pour un import, puis remboursé',
    ],
    [{}, 'Used', 'Usado', 'Utilisé'],
    [
      { kind: 'GIVE_BACK' },
      'Refunded: import failed',
      'Devuelto: la importación ha fallado',
      'Remboursé : l’import a échoué',
    ],
    [
      { kind: 'CLAWBACK' },
      'Removed: payment refunded or disputed',
      'Retirados: pago reembolsado o impugnado',
      'Retirés : paiement remboursé ou contesté',
    ],
    [
      { kind: 'RETURN' },
      'Restored: payment reinstated',
      'Restituidos: pago restablecido',
      'Restitués : le paiement a été rétabli',
    ],
    [
      { conversationId: 'c1', holdState: 'HELD' },
      'On hold for a conversation with the assistant',
      'Reservado para una conversación con el asistente',
      'Réservé pour une conversation avec l’assistant',
    ],
    [
      { conversationId: 'c1', holdState: 'SETTLED' },
      'Conversation with the assistant',
      'Conversación con el asistente',
      'Conversation avec l’assistant',
    ],
    [
      { conversationId: 'c1', kind: 'GIVE_BACK' },
      'Refunded: the assistant didn’t answer',
      'Devuelto: el asistente no respondió',
      'Remboursé : l’assistant n’a pas répondu',
    ],
    [{ kind: 'EXPIRATION' }, 'Expired', 'Caducados', 'Expirés'],
    [{ kind: 'MERGE' }, 'Small balances combined', 'Saldos pequeños combinados', 'Petits soldes regroupés'],
    [{ kind: 'toString' as CreditTransaction['kind'] }, 'In plain English.', 'In plain English.', 'In plain English.'],
  ])('%j', (fields, ...expected) => {
    expect(['en', 'es', 'fr'].map((locale) => wordsOf(intlOf(locale), transaction(fields)))).toEqual(expected)
  })
})

it('the exported history has every line in the language of the user, and no spreadsheet formula', () => {
  const transactions = [
    transaction({ recipeId: 'r1', holdState: 'SETTLED' }),
    transaction({ kind: 'ADJUSTMENT_IN', amount: 5, balanceAfter: 10, metadata: '{"reason":"=1+1, \\"so\\""}' }),
    transaction({ kind: 'new' as CreditTransaction['kind'], description: '=2+2' }),
  ]
  const file = historyFile(intlOf('es'), transactions, (id) => `https://zest.example/${id}`, new Date('2026-11-23'))
  expect(file.name).toBe('zest-credits-2026-11-23.csv')
  expect(String(file.content).split('\r\n')).toEqual([
    '\uFEFFFecha,Concepto,Créditos,Saldo,Receta',
    '2026-11-22T12:00:00.000Z,Usado para una importación,-1,9,https://zest.example/r1',
    '2026-11-22T12:00:00.000Z,"Añadidos por el equipo de Zest: =1+1, ""so""",5,10,',
    "2026-11-22T12:00:00.000Z,'=2+2,-1,9,",
    '',
  ])
})
