import { defineTexts } from '../i18n/i18n';

/** Texts of "whose change". */
export const texts = defineTexts({
  en: {
    title: 'Whose change',
    created: 'Created with it',
    key: 'Key: {{name}}',
    service: 'The service',
    line: ', line {{line}}',
    before: 'Before',
    further: 'Further back',
    first: 'Nothing further back',
    none: 'Nothing is recorded of this value',
    theirs: "What the group does to its records is in the group's audit trail",
    putBack: 'Put back {{value}}',
    empty: 'empty',
    yes: 'yes',
    no: 'no',
    reading: 'Reading …',
  },
  fi: {
    title: 'Kenen muutos',
    created: 'Luotu tällä arvolla',
    key: 'Avain: {{name}}',
    service: 'Palvelu',
    line: ', rivi {{line}}',
    before: 'Ennen',
    further: 'Aiemmat',
    first: 'Aiempia ei ole',
    none: 'Tästä arvosta ei ole merkintöjä',
    theirs: 'Ryhmän muutokset tietueisiinsa ovat ryhmän muutoslokissa',
    putBack: 'Palauta {{value}}',
    empty: 'tyhjä',
    yes: 'kyllä',
    no: 'ei',
    reading: 'Luetaan …',
  },
});
