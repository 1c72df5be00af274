#include "resources.h"
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char default_rules[] = {
#embed "../../Rules/Default.rules"
};
static const unsigned char direct_to_web_rules[] = {
#embed "../../Rules/DirectToWeb.rules"
};
static const unsigned char derived_rules[] = {
#embed "../../Rules/Derived.rules"
};
static const unsigned char movies_rules[] = {
#embed "../../Rules/Movies.rules"
};
static const unsigned char movies_sql[] = {
#embed "../../Models/Movies.sql"
};

static const struct d2t_resource resources[] = {
    {"Rules/Default.rules", default_rules, sizeof default_rules},
    {"Rules/DirectToWeb.rules", direct_to_web_rules, sizeof direct_to_web_rules},
    {"Rules/Derived.rules", derived_rules, sizeof derived_rules},
    {"Rules/Movies.rules", movies_rules, sizeof movies_rules},
    {"Models/Movies.sql", movies_sql, sizeof movies_sql},
};

const struct d2t_resource *d2t_resource_at(size_t index) {
  return index < sizeof resources / sizeof resources[0] ? &resources[index] : NULL;
}
