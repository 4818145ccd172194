import { useMutation } from '@tanstack/react-query';
import { linkSchema } from '@/core/contract/session';
import { useApp } from '@/core/app/shell/app-context';
import { useErrorText } from '@/core/app/shell/error-text';
import { useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { Banner } from '@/core/ui/display/banner';
import { Secret } from '@/core/ui/fields/secret';
import styles from './one-time-link.module.css';

/** Mutation that creates the one-time link of a membership. Each call invalidates the previous link. */
export function useOneTimeLink(id: string) {
  const { client } = useApp().current;
  return useMutation({
    mutationKey: ['user', 'invitation'],
    // The link is removed from the cache as soon as it is no longer shown.
    gcTime: 0,
    mutationFn: async () => {
      const { text } = await client.post(`user/${encodeURIComponent(id)}/invitation`, '');
      return linkSchema.parse(JSON.parse(text));
    },
  });
}

/** Shows the new link with a copy button, or the error if it could not be created. */
export function OneTimeLink({
  name,
  making: link,
}: {
  name: string;
  making: ReturnType<typeof useOneTimeLink>;
}) {
  const say = useTextOf('user');
  const format = useFormat();
  const textOfError = useErrorText();
  const { data, error } = link;
  if (error) {
    return (
      <Banner kind="danger">
        {say('link.failed')}: {textOfError(error)}
      </Banner>
    );
  }
  if (!data) return null;
  return (
    <div className={styles.parts}>
      <Banner kind="attention">{say('link.once', { name })}</Banner>
      <Secret
        label={say('link.label')}
        value={`${location.origin}/invitation#${data.token}`}
        copy={say('link.copy')}
        copied={say('link.copied')}
      />
      <p className="muted">{say('link.until', { when: format.moment(data.expires_at) })}</p>
    </div>
  );
}
