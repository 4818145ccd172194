import { defineTexts } from '@/app/i18n/i18n';

/** The texts of the list of webhooks, loaded with it. */
export const texts = defineTexts({
  en: {
    search: 'Name or address',
    searchLabel: 'Search webhooks',
    none: 'No webhook yet',
    addFirst: 'Another system is then told what happens here, as it happens.',
    notRead: 'The webhooks could not be read',
    searched_one: '{{count, number}} webhook searched',
    searched_other: '{{count, number}} webhooks searched',
    active: 'Active',
    'data.url': 'Address',
    'data.kinds': 'Events',
    has_secret: 'Secret',
    created_at: 'Created',
    modified_at: 'Modified',
  },
  fi: {
    search: 'Nimi tai osoite',
    searchLabel: 'Hae webhookeja',
    none: 'Ei vielä webhookeja',
    addFirst: 'Toinen järjestelmä saa tiedon siitä, mitä täällä tapahtuu, heti kun se tapahtuu.',
    notRead: 'Webhookeja ei voitu lukea',
    searched_one: 'Haettiin {{count, number}} webhookista',
    searched_other: 'Haettiin {{count, number}} webhookista',
    active: 'Käytössä',
    'data.url': 'Osoite',
    'data.kinds': 'Tapahtumat',
    has_secret: 'Salaisuus',
    created_at: 'Luotu',
    modified_at: 'Muutettu',
  },
});
